-- Copyright 2026 The Jawari authors
-- SPDX-License-Identifier: ISC

-- The saved session, opened by another process and exported again.
--
--     FOLDER=FOLDER FRAMES=LENGTH ardourN-lua again.lua
dofile (os.getenv ("SCRIPTS") .. "/shared.lua")
local folder = os.getenv ("FOLDER")
local session = load_session (folder .. "/session", "session")
assert (session, "no session")
export_as ("again")
print ("done")
session:close ()
quit ()
