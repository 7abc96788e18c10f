import { Chip, type Tone } from '../../ui/chip.tsx'

function toneOfStatus(status: number): Tone {
  if (status < 300) return 'ok'
  if (status < 400) return 'info'
  return status < 500 ? 'warn' : 'bad'
}

/** An HTTP status. */
export function StatusChip({ status }: { status: number }) {
  return <Chip tone={toneOfStatus(status)}>{status}</Chip>
}
