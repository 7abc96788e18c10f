/** Where a row stands in its list: the values that the list is ordered by, the last of them unique. */
export type SortKey = readonly (string | number)[]
