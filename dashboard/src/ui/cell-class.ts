import styles from './data-table.module.css'

/** The class of a cell and of its heading. */
export function cellClass({ isNumeric, from }: { isNumeric?: boolean; from?: 'sm' | 'md' | 'lg' }): string {
  return [isNumeric ? styles['numeric'] : '', from ? styles[from] : ''].join(' ').trim()
}
