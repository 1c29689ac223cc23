import { globSync } from 'node:fs'

/** The folder of a feature, in whichever area it is; undefined when there is none of this name. */
export const findFeatureFolder = (feature: string) =>
  feature ? globSync(`src/{identity,directory,casework,onboarding,help-desk,site}/${feature}`)[0] : undefined
