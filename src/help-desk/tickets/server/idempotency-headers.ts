import { z } from 'zod'

/** A header, so that the body stays as specified. Quoted, as in the IETF draft, or unquoted. */
export const IdempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^(?:"[\x21\x23-\x7e]{8,100}"|[\x21\x23-\x7e]{8,100})$/)
    .transform((key) => key.replaceAll('"', ''))
    .optional(),
})
