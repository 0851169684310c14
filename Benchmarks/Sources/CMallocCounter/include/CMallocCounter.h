#ifndef C_MALLOC_COUNTER_H
#define C_MALLOC_COUNTER_H

#include <stdint.h>

/// Returns how many blocks of memory the calling thread has allocated; always 0 where allocations cannot be counted.
uint64_t malloc_counter_count(void);

/// Whether allocations are counted on this system.
int malloc_counter_is_available(void);

#endif
