import { StaffTopicChange, topics, warehouseTopics } from '@anden/contract'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { credentialOf } from '../identity/ended-credentials.ts'
import type { TopicChanges } from './changes.ts'

export function liveBackoffice(backoffice: Router<StaffPrincipal>, changes: TopicChanges) {
  backoffice.stream(
    '/live',
    {
      summary: 'Live changes of all clients',
      description:
        'Server-sent events: one when a topic changes, within two seconds. As in the portal, with `client_id`. Topics of the warehouse itself, such as `trips`, have none (null).',
      scope: 'staff:read',
      event: StaffTopicChange,
      problems: ['live/too-many-streams'],
    },
    ({ principal, lastEventId, events }) =>
      changes.follow(
        {
          credential: credentialOf(principal),
          clientId: null,
          topics: new Set<string>([...topics, ...warehouseTopics]),
          events,
        },
        lastEventId,
      ),
  )
}
