/** Of links to a person's own record: what it shows, and what the person can do. */
export { type OwnActs, OwnActsContext } from './own-acts.ts'
export { RecordSection } from './record-section.tsx'
