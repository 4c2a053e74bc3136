/* The mex recurrence of Eppstein 2018, section 1, in the narrowest types: for each position mark the nim-values of its options, then
 * take the first that is not marked. Of subtract-a-square, or of the increasing numbers in a file. Usage: mex N [FILE] [values], for
 * N below 2^32 and nim-values below 2^16. Prints the largest nim-value, or writes all with 16 bits each. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES = 1 << 16, ELEMENTS = 1 << 26 };

int main(int argc, char **argv)
{
    int all = strcmp(argv[argc - 1], "values") == 0;
    argc -= all;
    if (argc < 2 || argc > 3)
        return 2;
    uint32_t n = strtoul(argv[1], NULL, 10);
    uint16_t *nim = malloc(n * sizeof(uint16_t));
    uint32_t *seen = calloc(VALUES + 1, sizeof(uint32_t));
    uint32_t *set = malloc(ELEMENTS * sizeof(uint32_t));
    uint32_t size = 0;
    uint32_t largest = 0;

    if (nim == NULL || seen == NULL || set == NULL)
        return 1;
    if (argc == 3) {
        FILE *file = fopen(argv[2], "r");
        if (file == NULL)
            return 1;
        while (size < ELEMENTS && fscanf(file, "%u", &set[size]) == 1)
            size++;
        fclose(file);
    } else {
        for (uint64_t k = 1; k * k < n; k++)
            set[size++] = k * k;
    }
    uint32_t options = 0;
    for (uint32_t i = 0; i < n; i++) {
        while (options < size && set[options] <= i)
            options++;
        for (uint32_t k = 0; k < options; k++)
            seen[nim[i - set[k]]] = i + 1;
        uint32_t value = 0;
        while (seen[value] == i + 1)
            value++;
        if (value >= VALUES)
            return 1;
        nim[i] = value;
        if (value > largest)
            largest = value;
    }
    if (all)
        fwrite(nim, sizeof(uint16_t), n, stdout);
    else
        printf("%u\n", largest);
    free(nim);
    free(seen);
    free(set);
    return 0;
}
