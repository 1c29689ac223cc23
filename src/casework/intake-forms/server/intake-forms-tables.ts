import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { FormCorrectionRow, FormVersionRow, IntakeFormRow } from '../intake-form.ts'

/** The tables that only this feature writes. */
export const intakeFormsTables: Record<string, z.ZodObject> = {
  intake_form: IntakeFormRow,
  intake_form_version: FormVersionRow,
  intake_form_correction: FormCorrectionRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    intakeForm: TableFor<
      IntakeFormRow,
      'id' | 'createdOn' | 'archivedOn' | 'organizationId' | 'createdBy' | 'shippedAs'
    >
    intakeFormVersion: TableFor<
      FormVersionRow,
      'id' | 'state' | 'revision' | 'changedOn' | 'publishedOn' | 'publishedBy' | 'changedBy'
    >
    intakeFormCorrection: TableFor<FormCorrectionRow, 'id' | 'correctedOn' | 'correctedBy'>
  }
}
