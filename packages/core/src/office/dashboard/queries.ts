export { getChecklist } from './checklist.ts';
export { listTodos } from './todos.ts';
