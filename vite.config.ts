import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2022',
    // Browsers that lack it do without the preloading; the page works all the same.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    minify: 'terser',
    terserOptions: {
      module: true,
      ecma: 2020,
      // Warnings of the libraries to their developers.
      compress: { passes: 3, pure_funcs: ['console.warn', 'console.info', 'console.log', 'console.debug'] },
      format: { comments: false },
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next)\// },
            // The front page's own icons in one file: each alone costs more to fetch than it weighs.
            {
              name: 'front-icons',
              test: /icons-react\/dist\/esm\/(createReactComponent|defaultAttributes|icons\/Icon(Bolt|ChartBar|Check|Eye|FileText|MapPin|Message|Send|Users))\.m?js/,
            },
            { name: 'front', test: /src\/(web|features\/landing\/web\/landing-page)\.tsx/ },
            // What most other screens share, in two files: a hundred small ones cost an old phone many ways to and fro.
            // Ours apart, because its styles come after those of the component library.
            { name: 'library', test: /node_modules/, minShareCount: 3 },
            { name: 'shared', test: /\/src\//, minShareCount: 3 },
          ],
        },
      },
    },
    // The English words that passwords must not be made of are 1.2 MB, and come when somebody chooses one.
    chunkSizeWarningLimit: 1300,
  },
})
