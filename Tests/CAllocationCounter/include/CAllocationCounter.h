#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

/// How often the calling thread has allocated memory; -1 where that cannot be counted.
long allocation_count(void);

#endif
