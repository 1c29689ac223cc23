import { dayIn } from '#platform/schema/day-in.ts'

/** The reader's local date, yyyy-MM-dd. */
export const today = () => dayIn()
