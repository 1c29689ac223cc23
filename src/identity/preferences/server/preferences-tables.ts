import type { z } from 'zod'
import { UserPreferenceRow } from '../user-preference.ts'

/** The tables that this feature alone writes. */
export const preferencesTables: Record<string, z.ZodObject> = {
  user_preference: UserPreferenceRow,
}
