# darn for POSIX shells: the prompt shows what the program says of the last status.
