// NestoryPages
