import { TopicChange, topics } from '@anden/contract'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import type { Route } from '../http/routing/route.ts'
import type { Router } from '../http/routing/router.ts'
import { credentialOf } from '../identity/ended-credentials.ts'
import type { TopicChanges } from './changes.ts'

export function livePortal(portal: Router<PortalPrincipal>, changes: TopicChanges) {
  portal.stream(
    '/live',
    {
      summary: 'Live changes',
      description:
        'Server-sent events: one when a topic changes, within two seconds. Read the lists of the topic again then, with their `ETag`. A topic is reported to those who have a scope of its reads: `remitos` to `read:remitos` and `read:activity`, the others to the scope of the same name. `webhooks` changes with the endpoints, and with every recorded attempt to deliver to them. Open the stream before you read, so that no change falls between.\n\nOnly the latest version of a topic is reported: several changes can arrive as one event. A comment every 15 seconds shows that the connection works. The stream ends when the key expires or is revoked, when the session ends, when the client is suspended, and when the service restarts. Connect again with `Last-Event-ID` to get the topics that have changed meanwhile; browsers do so by themselves (`EventSource`). The ids mean something only to the client that got them; with one that the service does not know, all topics are reported. A key or session can have 20 streams per process of the service.',
      scope: null,
      event: TopicChange,
      problems: ['live/too-many-streams'],
    },
    ({ principal, client, lastEventId, events }) =>
      changes.follow(
        {
          credential: credentialOf(principal),
          clientId: client.id,
          topics: readableTopics(portal.routes, principal.scopes),
          events,
        },
        lastEventId,
      ),
  )
}

/** The topics that have a read which the scopes allow. */
function readableTopics(routes: readonly Route[], scopes: readonly string[]): Set<string> {
  const isReadable = (topic: string) =>
    routes.some((route) => route.topic === topic && route.scope !== null && scopes.includes(route.scope))
  return new Set(topics.filter(isReadable))
}
