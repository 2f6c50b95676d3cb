export { completeMilestones } from './complete-milestones.ts';
export { createHouse } from './create-house.ts';
