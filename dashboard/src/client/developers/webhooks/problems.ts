// Translated texts for the problems of endpoints and deliveries.
import { msg } from '@lingui/core/macro'
import { addProblemTexts } from '../../../ui/problem-texts.ts'

addProblemTexts({
  'webhooks/not-found': [msg`There is no such endpoint`, msg`It may have been deleted.`],
  'webhooks/url-not-allowed': [
    msg`This address cannot be used`,
    msg`It must begin with https://, carry no user or password, and be reachable from the Internet.`,
  ],
  'webhooks/endpoint-limit-reached': [
    msg`You have 20 endpoints already`,
    msg`Delete one that is no longer needed, or let one of them get more events.`,
  ],
  'webhooks/duplicate-url': [
    msg`You already have an endpoint with this address`,
    msg`Change which events that one gets.`,
  ],
  'webhooks/delivery-not-retryable': [
    msg`This delivery cannot be retried now`,
    msg`It has arrived, or its next attempt is already planned.`,
  ],
  'webhooks/endpoint-paused': [
    msg`The endpoint is paused`,
    msg`Nothing is sent to it. Re-activate it first.`,
  ],
  'webhooks/replay-too-large': [
    msg`There are more than 100,000 events in this range`,
    msg`Choose a shorter range, or fewer types of events at a time.`,
  ],
  'deliveries/not-found': [
    msg`There is no such delivery`,
    msg`Deliveries are kept for as long as their event.`,
  ],
})
