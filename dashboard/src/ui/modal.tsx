// A file of its own, so that a dialog's code is fetched alone.
export { Modal } from '@mantine/core'
