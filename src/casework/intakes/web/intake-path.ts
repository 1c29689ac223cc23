/** Of the screen of an intake, as a route. */
export const INTAKE_PATH = 'intakes/:intakeId'
