import { configure } from '@testing-library/react';

// Screens are fetched in parts, and other tests want the processor: a test that waits for something waits for it, not
// for a second.
configure({ asyncUtilTimeout: 15_000 });
