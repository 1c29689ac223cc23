import { z } from 'zod'

/**
 * Kinds of need, by their codes in the HL7 Gravity SDOH Clinical Care guide, so that data exchange needs no mapping.
 * The texts (`needs`) contain the display names.
 */
export const needs = [
  'food-insecurity',
  'homelessness',
  'housing-instability',
  'inadequate-housing',
  'utility-insecurity',
  'transportation-insecurity',
  'financial-insecurity',
  'material-hardship',
  'employment-status',
  'educational-attainment',
  'health-insurance-coverage-status',
  'medical-cost-burden',
  'personal-health-literacy',
  'stress',
  'social-connection',
  'intimate-partner-violence',
  'elder-abuse',
  'digital-access',
  'digital-literacy',
  'language-access',
  'veteran-status',
  'incarceration-status',
  'sdoh-category-unspecified',
] as const
export type Need = (typeof needs)[number]
export const Need = z.enum(needs).meta({ title: 'Need' })
