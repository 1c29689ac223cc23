import { z } from 'zod'

/** Whom to call and where to go, for the person who needs it. */
export const WhereToGo = z.object({
  phones: z.array(z.object({ shown: z.string(), href: z.string().nullable() })),
  /** null without an address that everybody may know */
  place: z.object({ lines: z.array(z.string()), mapUrl: z.string() }).nullable(),
  /** of a week, in one sentence for each language */
  hours: z.object({ en: z.string(), es: z.string() }).nullable(),
})
export type WhereToGo = z.infer<typeof WhereToGo>
