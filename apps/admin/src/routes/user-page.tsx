import { ConfirmFlag } from '../features/fraud/confirm-action.tsx';
import { UserScreen } from '../features/users/user-screen.tsx';

export const UserPage = () => <UserScreen FlagDialog={ConfirmFlag} />;
