import type { UserProfile } from '@inaam/contracts/identity/user-profile';
import { StatusDot } from '@inaam/ui/status-dot';
import { Fact, Facts, Missing } from '../../page/facts.tsx';
import { Part } from '../../page/section.tsx';
import { Moment } from '../../page/timestamp.tsx';

/** How many accounts share it; more than one is worth a look. */
const Shared = ({ count, what }: { count: number; what: string }) =>
  count > 1 ? (
    <StatusDot tone="warn" wrap>
      {count.toLocaleString('en-IN')} accounts from this {what}
    </StatusDot>
  ) : (
    <span className="text-muted">No other account from this {what}</span>
  );

/** Who it is and where they registered. */
export const UserFacts = ({ user }: { user: UserProfile['user'] }) => (
  <Part title="Profile">
    <Facts stacked>
      <Fact term="Signs in with">
        {user.google ? 'Google' : 'E-mail and password'}
        <span className="block text-sm">
          {user.email_verified ? (
            <StatusDot tone="good">E-mail verified</StatusDot>
          ) : (
            <StatusDot tone="neutral">E-mail not verified</StatusDot>
          )}
        </span>
      </Fact>
      <Fact term="Registered">
        <Moment at={user.registration_date} />
      </Fact>
      <Fact term="Last activity">
        <Moment at={user.last_activity} />
      </Fact>
      <Fact term="Registered from">
        {user.registration_ip ? (
          <>
            <span className="block font-mono text-sm">{user.registration_ip}</span>
            <span className="text-sm">
              <Shared count={user.ip_count} what="address" />
            </span>
          </>
        ) : (
          <Missing />
        )}
      </Fact>
      <Fact term="Device">
        {user.registration_device ? (
          <>
            <span className="block font-mono text-sm">{user.registration_device}</span>
            <span className="text-sm">
              <Shared count={user.device_count} what="device" />
            </span>
          </>
        ) : (
          <Missing>No fingerprint</Missing>
        )}
      </Fact>
      <Fact term="User id">{user.user_id}</Fact>
    </Facts>
  </Part>
);
