import type { WebhookEndpoint } from '@anden/sdk'
import { DeleteEndpoint, PauseEndpoint } from './end.tsx'
import { OwnHeadersDialog } from './own-headers.tsx'
import { RecoverDialog } from './recover.tsx'
import { ReplayDialog } from './replay.tsx'
import { RotateSecretDialog } from './rotate-secret.tsx'
import { TestDialog } from './test-dialog.tsx'

export type EndpointDialog = 'test' | 'pause' | 'recover' | 'replay' | 'rotate' | 'headers' | 'delete'

export function EndpointDialogs({
  dialog,
  endpoint,
  close,
  secretRotated,
}: {
  dialog: EndpointDialog
  endpoint: WebhookEndpoint
  close: () => void
  secretRotated: (secret: string) => void
}) {
  switch (dialog) {
    case 'test':
      return <TestDialog endpoint={endpoint} close={close} />
    case 'pause':
      return <PauseEndpoint endpoint={endpoint} close={close} />
    case 'recover':
      return <RecoverDialog endpoint={endpoint} close={close} />
    case 'replay':
      return <ReplayDialog endpoint={endpoint} close={close} />
    case 'rotate':
      return <RotateSecretDialog endpoint={endpoint} close={close} rotated={secretRotated} />
    case 'headers':
      return <OwnHeadersDialog endpoint={endpoint} close={close} />
    case 'delete':
      return <DeleteEndpoint endpoint={endpoint} close={close} />
  }
}
