/** The arrows of docs/architecture.md. */
module.exports = {
  forbidden: [
    {
      name: 'features-form-no-circle',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/features/[^/]+$' },
      to: { circular: true },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    {
      name: 'platform-and-ui-know-no-feature',
      severity: 'error',
      from: { path: '^src/(platform|ui)/' },
      to: { path: '^src/(features/|app|server|portal|web)' },
    },
    { name: 'ui-knows-no-platform', severity: 'error', from: { path: '^src/ui/' }, to: { path: '^src/platform/' } },
    {
      name: 'web-never-imports-server',
      severity: 'error',
      from: { path: '/web/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '/server/' },
    },
    { name: 'server-never-imports-web', severity: 'error', from: { path: '/server/' }, to: { path: '/web/' } },
    {
      name: 'features-meet-in-public',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/([^/]+)/server/', pathNot: ['^src/features/$1/', '-public\\.ts$'] },
    },
    {
      name: 'features-share-no-screens',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/web/' },
      to: { path: '^src/features/([^/]+)/web/', pathNot: ['^src/features/$1/', '-public\\.tsx?$'] },
    },
    {
      name: 'features-do-not-compose',
      severity: 'error',
      from: { path: '^src/features/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/[^/]+\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|test|node_modules)/|\\.test\\.tsx?$' },
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
