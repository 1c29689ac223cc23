import type { z } from 'zod'
import { ErasureProposalRow, ErasureRow } from '../erasure.ts'

/** The tables that only this feature writes. */
export const personRightsTables: Record<string, z.ZodObject> = {
  erasure: ErasureRow,
  erasure_proposal: ErasureProposalRow,
}
