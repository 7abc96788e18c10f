// The code that verifies a delivery. It is the tested sample code of the documentation. It is in a separate chunk
// because few pages need it.
import csharp from '../../../../../docs/samples/webhooks/csharp/WebhookSignature.cs?raw'
import go from '../../../../../docs/samples/webhooks/go/verify_webhook.go?raw'
import java from '../../../../../docs/samples/webhooks/java/WebhookSignature.java?raw'
import php from '../../../../../docs/samples/webhooks/php/verify_webhook.php?raw'
import python from '../../../../../docs/samples/webhooks/python/verify_webhook.py?raw'
import typescript from '../../../../../docs/samples/webhooks/typescript/verify-webhook.ts?raw'

export const receivers = [
  { language: 'TypeScript', file: 'verify-webhook.ts', code: typescript },
  { language: 'Python', file: 'verify_webhook.py', code: python },
  { language: 'PHP', file: 'verify_webhook.php', code: php },
  { language: 'Go', file: 'verify_webhook.go', code: go },
  { language: 'C#', file: 'WebhookSignature.cs', code: csharp },
  { language: 'Java', file: 'WebhookSignature.java', code: java },
] as const
