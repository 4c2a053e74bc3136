/* Nim-values (or cold positions) of a dense set as one writes it with the set as bits: each position of a value shifts the set
 * to where it is, ORed into the bits of that value. From the definition. Usage: shifted N FILE [cold] [values], FILE with
 * one number of the set a line. Prints how many positions have each value, or writes the value of each as a byte: of cold
 * positions 0, and with `cold` of all others 1. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int all = strcmp(argv[argc - 1], "values") == 0;
    argc -= all;
    if (argc < 3)
        return 2;
    long n = atol(argv[1]);
    int only_cold = argc > 3 && strcmp(argv[3], "cold") == 0;
    long words = n / 64 + 2;
    uint64_t *set = calloc(words, 8);
    uint8_t *values = malloc(n);
    uint64_t *rows[256] = {0};
    long counts[257] = {0};
    FILE *file = fopen(argv[2], "r");
    long s;

    if (set == NULL || values == NULL || file == NULL)
        return 1;
    while (fscanf(file, "%ld", &s) == 1)
        if (s < n)
            set[s / 64] |= 1ull << (s % 64);
    fclose(file);
    for (long i = 0; i < n; i++) {
        int value = 0;
        while (value < (only_cold ? 1 : 256) && rows[value] != NULL && (rows[value][i / 64] >> (i % 64) & 1))
            value++;
        if (value == 256)
            return 3;
        values[i] = value;
        counts[value]++;
        if (only_cold && value == 1)
            continue;
        if (rows[value] == NULL)
            rows[value] = calloc(words, 8);
        long shift = i % 64;
        uint64_t *to = rows[value] + i / 64;
        long length = words - 1 - i / 64;
        if (shift == 0)
            for (long k = 0; k < length; k++)
                to[k] |= set[k];
        else {
            to[0] |= set[0] << shift;
            for (long k = 1; k < length; k++)
                to[k] |= set[k] << shift | set[k - 1] >> (64 - shift);
        }
    }
    if (all)
        fwrite(values, 1, n, stdout);
    else
        for (int value = 0; value < 257 && counts[value] > 0; value++)
            printf("%ld\n", counts[value]);
    return 0;
}
