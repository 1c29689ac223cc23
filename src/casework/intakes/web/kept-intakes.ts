import { forgetOffline, keepOffline, listOffline, readOffline } from '#platform/web/offline.ts'
import type { Intake } from '../intake.ts'

const INTAKES = 'intake/'

/** Keeps a draft of staff that was opened here, so that it opens without a connection; removes any other intake. */
export const keepIntake = (intake: Intake) =>
  intake.state === 'draft' && intake.way === 'staff'
    ? keepOffline(INTAKES + intake.id, intake)
    : forgetOffline(INTAKES + intake.id)

export const readKeptIntake = async (id: string) => (await readOffline<Intake>(INTAKES + id))?.value
export const listKeptIntakes = () => listOffline<Intake>(INTAKES)
export const forgetKeptIntake = (id: string) => forgetOffline(INTAKES + id)
