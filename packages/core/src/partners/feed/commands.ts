export { applyFeed, previewFeed } from './import.ts';
export { refreshDueFeeds } from './refresh.ts';
export { saveFeed } from './settings.ts';
