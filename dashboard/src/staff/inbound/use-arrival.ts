import type { StaffInboundNoticeDetail } from '@anden/sdk/backoffice'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { useAction } from '../../ui/use-action.ts'

/** Says that the goods of a notice are there. */
export const useArrival = ({ id, revision }: Pick<StaffInboundNoticeDetail, 'id' | 'revision'>) =>
  useAction({
    mutationFn: async () => await backoffice.inbound.update(id, { action: 'arrive', if_revision: revision }),
    // After a refusal as well, so that the page shows how the notice is now.
    onSettled: () => markOld('inbound'),
  })
