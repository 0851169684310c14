// NestoryAssembly
