import { ConfirmFraudBulk, FraudBulkBar } from '../features/fraud/bulk-actions.tsx';
import { type FlaggingParts, UsersScreen } from '../features/users/users-screen.tsx';

const flagging: FlaggingParts = { Bar: FraudBulkBar, Question: ConfirmFraudBulk };

export const UsersPage = () => <UsersScreen flagging={flagging} />;
