-- Copyright 2026 The Jawari authors
-- SPDX-License-Identifier: ISC

-- The saved session, opened by another process and exported again.
--
--     FOLDER=FOLDER FRAMES=LENGTH ardour7-lua again.lua
local folder = os.getenv ("FOLDER")
local session = load_session (folder .. "/session", "session")
assert (session, "no session")
local export = Session:simple_export ()
export:set_name ("again")
export:set_folder (folder)
export:set_range (0, tonumber (os.getenv ("FRAMES")))
export:set_preset ("6d10fd56-23dd-4f37-8bd8-27bd4a2c8a01")
assert (export:run_export (), "not exported")
print ("done")
session:close ()
quit ()
