import { globSync } from 'node:fs'

/** The folder of a feature in any area; undefined if there is no such feature. */
export const findFeatureFolder = (feature: string) =>
  feature ? globSync(`src/{identity,directory,casework,onboarding,help-desk,site}/${feature}`)[0] : undefined
