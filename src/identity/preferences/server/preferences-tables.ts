import type { z } from 'zod'
import { UserPreferenceRow } from '../user-preference.ts'

/** The tables that only this feature writes. */
export const preferencesTables: Record<string, z.ZodObject> = {
  user_preference: UserPreferenceRow,
}
