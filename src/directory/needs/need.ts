import { z } from 'zod'

/**
 * Kinds of need, by their codes in the HL7 Gravity SDOH Clinical Care guide, so that data exchange needs no mapping.
 * Legal help, immigration, child care and disability have no code there (`sdoh-category-unspecified`); diapers belong to
 * `material-hardship`. A new kind needs a migration like 0322: a consent for all needs covers those of its day.
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
  'immigration',
  'legal-help',
  'child-care',
  'disability',
  'diapers',
  'sdoh-category-unspecified',
] as const
export type Need = (typeof needs)[number]
export const Need = z.enum(needs).meta({ title: 'Need' })
