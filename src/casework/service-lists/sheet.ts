import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { listLanguages } from './service-list.ts'

const Line = z.object({ label: z.string(), text: z.string() })

/** A service in the language of the list's reader, with the facts as they are now. */
export const SheetService = z.object({
  id: Id,
  name: z.string(),
  organizationName: z.string().nullable(),
  note: z.string().nullable(),
  isListed: z.boolean(),
  /** Whether it is open now, in words, and what follows from that. */
  open: z.object({ state: z.enum(['open', 'closed', 'unknown']), words: z.string() }).nullable(),
  /** What to know before going there: an alert, that it takes nobody new, that it is not listed. */
  notices: z.array(z.string()),
  phones: z.array(z.object({ kind: z.string(), shown: z.string(), href: z.string().nullable() })),
  /** Null without a place. `lines` are empty for a confidential one, whose `words` say so. */
  place: z
    .object({ lines: z.array(z.string()), mapUrl: z.string().nullable(), words: z.string().nullable() })
    .nullable(),
  isConfidential: z.boolean(),
  hours: Line.nullable(),
  facts: z.array(Line),
})
export type SheetService = z.infer<typeof SheetService>

/** A list as the person reads it: on paper, in mail, and at its link. It names nobody. */
export const Sheet = z.object({
  language: z.enum(listLanguages),
  title: z.string(),
  lead: z.string(),
  /** When these facts were read, in words. */
  asOf: z.string(),
  noteLabel: z.string(),
  whereLabel: z.string(),
  madeOn: Timestamp,
  services: z.array(SheetService),
})
export type Sheet = z.infer<typeof Sheet>

/** Services on one printed page. */
export const SERVICES_PER_PAGE = 3

/** The services by printed page. */
export const pagesOf = <Service>(services: Service[]): Service[][] =>
  Array.from({ length: Math.ceil(services.length / SERVICES_PER_PAGE) }, (_, page) =>
    services.slice(page * SERVICES_PER_PAGE, (page + 1) * SERVICES_PER_PAGE),
  )
