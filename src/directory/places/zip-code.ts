import { z } from 'zod'

/** What the directory knows of a ZIP code. */
export const ZipPlace = z.object({ town: z.string(), state: z.string(), timeZone: z.string() })
export type ZipPlace = z.infer<typeof ZipPlace>
