#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdint.h>

/// The number of blocks that the process has allocated so far, on all threads. Always zero where counting is not
/// possible (anything but glibc).
uint64_t allocation_count(void);

#endif
