import { formatDateTime } from '@inaam/contracts/common/time';
import type { WebhookEndpoint } from '@inaam/contracts/webhooks/webhooks';
import { Badge } from '@inaam/ui/badge';
import { StatusDot } from '@inaam/ui/status-dot';

export function EndpointStatus({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { active, disabled_at, failing_since, delivered_at } = endpoint;
  if (!active) return <StatusDot tone="neutral">Disabled by an admin</StatusDot>;
  if (disabled_at !== null) return <StatusDot tone="bad">Disabled after failures</StatusDot>;
  if (failing_since !== null) {
    return (
      <>
        <StatusDot tone="warn">Failing</StatusDot>
        <span className="block text-xs text-muted">since {formatDateTime(failing_since)}</span>
      </>
    );
  }
  if (delivered_at === null) return <Badge>Nothing sent yet</Badge>;
  return <StatusDot tone="good">Delivering</StatusDot>;
}
