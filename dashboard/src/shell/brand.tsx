import { Link } from '@tanstack/react-router'
import styles from './brand.module.css'

export function Brand() {
  return (
    <Link to="/" className={styles['brand']}>
      <svg viewBox="0 0 32 32" width={20} height={20} aria-hidden="true">
        <rect width="32" height="32" rx="7" />
        <path d="M7 25V12l9-5 9 5v13h-4V15H11v10zM13 18h6v2h-6zm0 4h6v2h-6z" />
      </svg>
      <span>andén</span>
    </Link>
  )
}
