import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { generateScopedName } from './build/class-names.ts'
import { inlineAuditWords } from './build/inline-audit-words.ts'
import { slimCalls } from './build/slim-calls.ts'

/** Builds the page for the portal, which renders the first view of public pages with it. */
export default defineConfig({
  plugins: [react(), inlineAuditWords(), slimCalls()],
  css: { modules: { generateScopedName } },
  ssr: { noExternal: true },
  // React and its libraries choose their production code by it; the file itself runs in whatever environment the portal has.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    ssr: 'src/entry-server.tsx',
    outDir: 'dist/server',
    target: 'node24',
    sourcemap: false,
    copyPublicDir: false,
    minify: false,
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
  },
})
