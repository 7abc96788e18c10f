/** The position of a row in its list: the values that the list is ordered by, the last of them unique. */
export type SortKey = readonly (string | number)[]

/** Which rows of a list a statement reads. */
export type PageRange = {
  /** The sort key of the last row of the previous page; null on the first page. */
  after: SortKey | null
  /** One row more than the page has, to know whether there is a next page. */
  rowLimit: number
}
