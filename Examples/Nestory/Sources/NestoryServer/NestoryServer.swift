// NestoryServer
